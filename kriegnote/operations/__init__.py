"""Operations on whole files: converting, checking, fixing, repairing and extracting, one record at a time."""
