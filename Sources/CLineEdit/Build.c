// The origin of the program, which the Makefile passes through Package.swift.

#include "CLineEdit.h"

#include <stddef.h>

#define TEXT(value) #value
#define EXPANDED_TEXT(value) TEXT(value)

const char *build_commit(void)
{
#ifdef RXREPL_COMMIT
  return EXPANDED_TEXT(RXREPL_COMMIT);
#else
  return NULL;
#endif
}

const char *build_swift(void)
{
#ifdef RXREPL_SWIFT
  return EXPANDED_TEXT(RXREPL_SWIFT);
#else
  return NULL;
#endif
}
