"""What is done with whole files: conversion, checking, fixing, repairing;
one record at a time, whatever the file's size.
"""
