#!/bin/sh
# Is started instead of a server, and neither answers nor ends when it is asked to.
exec sleep 600
