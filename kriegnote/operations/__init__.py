"""Operations on whole files: converting, checking, fixing and repairing, one record at a time."""
