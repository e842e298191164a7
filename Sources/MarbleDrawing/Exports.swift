// Modules that draw write JSON too.
@_exported import JSONWriting
