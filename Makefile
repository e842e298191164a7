# Builds rxrepl with statically linked Swift libraries and installs it:
#
#   make
#   sudo make install PREFIX=/usr/local
#
# DESTDIR is put before every path, for building packages. `make site` builds the site of the documentation, and
# `make vsix` the extension for Visual Studio Code.

PREFIX ?= /usr/local
DESTDIR ?=

# A separate folder, because the dynamically linked build uses the same file names.
build := .build-static
program := $(build)/release/rxrepl
sources := Package.swift $(shell find Sources -type f)
prefix := $(DESTDIR)$(PREFIX)
shares := \
  share/man/man1/rxrepl.1 \
  share/bash-completion/completions/rxrepl \
  share/zsh/site-functions/_rxrepl \
  share/fish/vendor_completions.d/rxrepl.fish \
  $(patsubst Editors/vim/%,share/vim/vimfiles/%,$(wildcard Editors/vim/*/*.vim Editors/vim/*/*.lua))

.PHONY: all install uninstall site vsix
all: $(program)

$(program): $(sources)
	Scripts/setup
	swift build -c release --static-swift-stdlib --scratch-path $(build) --product rxrepl -Xlinker -s
	touch $@

install: $(program) $(addprefix $(build)/,$(shares))
	install -D -m 755 $(program) "$(prefix)/bin/rxrepl"
	set -e; for file in $(shares); do install -D -m 644 "$(build)/$$file" "$(prefix)/$$file"; done

uninstall:
	rm -f "$(prefix)/bin/rxrepl" $(foreach file,$(shares),"$(prefix)/$(file)")

$(build)/share/man/man1/rxrepl.1: Documentation/rxrepl.1
	install -D -m 644 $< $@

$(build)/share/vim/vimfiles/%: Editors/vim/%
	install -D -m 644 $< $@

$(build)/share/bash-completion/completions/rxrepl: $(program)
	mkdir -p $(@D) && $(program) --generate-completion-script bash >$@

$(build)/share/zsh/site-functions/_rxrepl: $(program)
	mkdir -p $(@D) && $(program) --generate-completion-script zsh >$@

$(build)/share/fish/vendor_completions.d/rxrepl.fish: $(program)
	mkdir -p $(@D) && $(program) --generate-completion-script fish >$@

site:
	Scripts/setup site
	Site/build

vsix:
	Scripts/make-vsix .build/marble.vsix
