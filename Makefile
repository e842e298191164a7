# Builds rxrepl with statically linked Swift libraries and installs it:
#
#   make
#   sudo make install PREFIX=/usr/local
#
# DESTDIR is put before every path, for building packages. `make dist` writes the files of a release, `make site` the site
# of the documentation, for the path BASE of a server, `make vsix` the extension for Visual Studio Code, and `make wheel`
# the package for pip.

PREFIX ?= /usr/local
DESTDIR ?=
BASE ?= /

# A separate folder, because the dynamically linked build uses the same file names.
build := .build-static
built := $(build)/release/rxrepl
program := $(built)
dist := $(build)/dist
sources := Package.swift $(shell find Sources -type f)
prefix := $(DESTDIR)$(PREFIX)
version := $(shell sed -n 's/.*number = "\(.*\)".*/\1/p' Sources/MarbleTerminal/Version.swift)
shares := \
  share/man/man1/rxrepl.1 \
  share/bash-completion/completions/rxrepl \
  share/zsh/site-functions/_rxrepl \
  share/fish/vendor_completions.d/rxrepl.fish \
  $(foreach editor,vim/vimfiles nvim/site,\
    $(patsubst Editors/vim/%,share/$(editor)/%,$(wildcard Editors/vim/*/*.vim Editors/vim/*/*.lua)))

# The program contains neither the path of this folder nor hashes of the compiler's options, so that a commit gives the
# same bytes in every folder whose path is as long. It is optimized for size, which costs a twentieth of the speed.
flags := -Xcc '-ffile-prefix-map=$(CURDIR)=.' -Xswiftc -Xfrontend -Xswiftc -disable-incremental-llvm-codegen \
  -debug-info-format none -Xswiftc -Osize
# Swift's libraries are part of macOS.
ifneq ($(shell uname),Darwin)
# Unused functions and equal ones are left out, and tables that only exceptions and debuggers need. A program at a fixed
# address starts faster, because the loader need not adjust it.
flags += --static-swift-stdlib -Xlinker -s -Xswiftc -Xfrontend -Xswiftc -function-sections \
  -Xswiftc -use-ld=lld -Xlinker --icf=all -Xlinker --no-export-dynamic -Xlinker -T$(abspath $(build))/static/sections.ld \
  -Xswiftc -Xclang-linker -Xswiftc -no-pie
# swift-argument-parser finds a few lines instead of Foundation. The library has another name than Foundation's, which the
# linker would find first.
flags += -Xswiftc -I$(abspath $(build))/static -Xswiftc -L$(abspath $(build))/static
$(built): $(build)/static/sections.ld $(build)/static/libFoundationStandIn.a
# The loader needs half of its time for the library of C++, unless that is linked statically.
cxx := $(filter /%,$(shell clang -print-file-name=libstdc++.a 2>/dev/null))
ifneq ($(cxx),)
flags += -Xswiftc -Xclang-linker -Xswiftc -static-libgcc
$(built): $(build)/static/libstdc++.a
endif
# On Linux, libedit has another name in each distribution, so it is linked statically if possible.
archives := $(foreach name,edit tinfo bsd md,$(filter /%,$(shell clang -print-file-name=lib$(name).a 2>/dev/null)))
ifeq ($(words $(archives)),4)
$(built): $(build)/static/libedit.a
endif
endif

# `rxrepl --version` shows the commit, if this folder is a checkout, and the version of Swift.
commit := $(shell [ -e .git ] && git describe --always --abbrev=12 --dirty --exclude='*' 2>/dev/null)
date := $(shell [ -e .git ] && git log -1 --format=%cs 2>/dev/null)
swift := $(shell swift --version 2>/dev/null | sed -n 's/.*Swift version \([0-9.]*\).*/\1/p')

.DEFAULT_GOAL := all
.PHONY: all install uninstall dist version site vsix wheel FORCE
all: $(program)

$(built): $(sources) $(build)/versions
	Scripts/setup
	RXREPL_COMMIT='$(commit)' RXREPL_SWIFT='$(swift)' PKG_CONFIG_PATH='$(abspath $(build))/static' \
	  SWIFT_DETERMINISTIC_HASHING=1 swift build -c release $(flags) --scratch-path $(build) --product rxrepl
	touch $@

# The package finds this list of libraries instead of the system's libedit.
$(build)/static/libedit.a:
	mkdir -p $(@D)
	printf 'Name: libedit\nDescription: libedit\nVersion: 0\nLibs: -L$(abspath $(@D)) -ledit\n' >$(@D)/libedit.pc
	echo 'GROUP($(archives))' >$@

$(build)/static/libstdc++.a:
	mkdir -p $(@D) && ln -sf $(cxx) $@

$(build)/static/libFoundationStandIn.a: Scripts/FoundationEssentials.swift
	mkdir -p $(@D)
	swiftc -swift-version 6 -parse-as-library -Osize -gnone -static -emit-library -emit-module \
	  -module-name FoundationEssentials -module-link-name FoundationStandIn \
	  -emit-module-path $(@D)/FoundationEssentials.swiftmodule -o $@ $<

$(build)/static/sections.ld:
	mkdir -p $(@D)
	echo 'SECTIONS { /DISCARD/ : { *(.eh_frame) *(.eh_frame_hdr) } } INSERT AFTER .text;' >$@

# The file changes only if the versions do.
$(build)/versions: FORCE
	@mkdir -p $(@D) && echo '$(commit) $(swift)' | cmp -s - $@ || echo '$(commit) $(swift)' >$@

install: $(program) $(addprefix $(build)/,$(shares))
	mkdir -p "$(prefix)/bin" && install -m 755 $(program) "$(prefix)/bin/rxrepl"
	set -e; for file in $(shares); do \
	  mkdir -p "$(prefix)/$$(dirname $$file)"; install -m 644 "$(build)/$$file" "$(prefix)/$$file"; done

uninstall:
	rm -f "$(prefix)/bin/rxrepl" $(foreach file,$(shares),"$(prefix)/$(file)")

# The missing packages are installed before the other make looks for their files.
dist:
	Scripts/setup
	rm -rf $(dist)
	$(MAKE) install PREFIX= DESTDIR=$(dist)/rxrepl-$(version)
	Scripts/make-vsix $(dist)/marble.vsix
	Scripts/package $(version) $(build)

version:
	@echo $(version)

$(build)/share/man/man1/rxrepl.1: Documentation/rxrepl.1 Sources/MarbleTerminal/Version.swift
	mkdir -p $(@D) && sed 's/@VERSION@/$(version)/; s/@DATE@/$(date)/' $< >$@

$(build)/share/vim/vimfiles/%: Editors/vim/%
	mkdir -p $(@D) && cp $< $@

$(build)/share/nvim/site/%: Editors/vim/%
	mkdir -p $(@D) && cp $< $@

$(build)/share/bash-completion/completions/rxrepl: $(program)
	mkdir -p $(@D) && $(program) --generate-completion-script bash | sed '1{/^#!/d;}' >$@

$(build)/share/zsh/site-functions/_rxrepl: $(program)
	mkdir -p $(@D) && $(program) --generate-completion-script zsh >$@

$(build)/share/fish/vendor_completions.d/rxrepl.fish: $(program)
	mkdir -p $(@D) && $(program) --generate-completion-script fish >$@

site:
	Scripts/setup site
	Site/build --base '$(BASE)' $(if $(ADDRESS),--address '$(ADDRESS)') $(if $(REPOSITORY),--repository '$(REPOSITORY)')

vsix:
	Scripts/make-vsix .build/marble.vsix

wheel: $(program)
	Scripts/make-wheel $(program) $(dist)
