# The school's commands. `make help` lists them.

PORT ?= 8080
BUNDLES ?= deb,rpm
CARGO ?= cargo

.DEFAULT_GOAL := help
.PHONY: help run build test check gen dev demo lighthouse bench placement screens attack chaos doctor desktop desktop-package licences deny clean

help: ## this list
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/make \1	\2/p' Makefile | expand -t 21

run: ## build what changed and serve the demo school on http://localhost:8080 (PORT=…)
	@$(MAKE) --no-print-directory -j2 web server
	@PREAU_DEMO=1 target/debug/preau serve --addr 127.0.0.1:$(PORT)

build: web ## both sites and the server: target/release/preau
	$(CARGO) build --release --locked -p preau-server

test: ## everything that can be tested; the last line counts (PART=… ONLY=…: see CONTRIBUTING.md)
	@scripts/test $(PART) $(ONLY)

check: web ## formatting, lints and types, without running anything
	@scripts/needs desktop
	$(CARGO) fmt --check
	$(CARGO) clippy --locked --all-targets --workspace --features preau-desktop/window -- -D warnings
	npm run --silent lint
	npm run --silent typecheck

gen: node_modules/.ready ## server/openapi.json and the web's types of it
	$(CARGO) run --locked -p preau-server -- openapi > server/openapi.json.new
	@cmp -s server/openapi.json.new server/openapi.json && rm server/openapi.json.new || mv server/openapi.json.new server/openapi.json
	npm run --silent gen:api

dev: node_modules/.ready ## the server and the public site, each rebuilt as you type, on http://localhost:5173
	@trap 'kill 0' EXIT; npm run --silent dev & PREAU_DEMO=1 $(CARGO) run --locked -p preau-server -- serve

lighthouse: build ## measure the public pages on a phone, five times each, into docs/performance.md
	@PREAU_BINARY=$(CURDIR)/target/release/preau npm run --silent lighthouse

bench: web ## load a large school and measure it on both engines, into docs/performance.md (needs wrk and PostgreSQL)
	$(CARGO) build --release --locked -p preau-server -p preau-bench
	@target/release/preau-bench --report docs/performance.md

placement: ## simulate 10,000 learners of the level test in each of some schools, into docs/placement.md
	PREAU_WRITE_PLACEMENT=1 $(CARGO) test --locked -p preau-core --lib adaptive::simulation -- --nocapture

screens: build ## pictures of every page of the demo school, into docs/screens
	@PREAU_BINARY=$(CURDIR)/target/release/preau npm run --silent screens

attack: ## drive the API from its description as each role, and feed its parsers by a fuzzer: a quarter of an hour
	@attack/run

chaos: web ## kill the school, its database, its mail server and its disk: up to three quarters of an hour
	@PREAU_CHAOS=long scripts/with-postgres $(CARGO) test --locked -p preau-server --test chaos -- --nocapture

doctor: server ## look whether money, seats and mails agree in ./data
	@target/debug/preau doctor

desktop: web ## build the desktop app with what it needs of the system, and start it
	@scripts/needs desktop
	$(CARGO) build --release --locked -p preau-desktop --features window
	@target/release/preau-desktop

desktop-package: web ## the desktop app as packages of this system, into target/release/bundle (BUNDLES=deb,rpm)
	@scripts/needs desktop
	npx tauri build --features window --bundles $(BUNDLES) -- --locked

licences: web ## the notices of third-party licences, after packages changed: web-public/public/licences.txt
	@cargo about --version >/dev/null 2>&1 || { echo "cargo-about is needed: cargo install cargo-about --locked --features cli" >&2; exit 1; }
	@npm run --silent licences

deny: ## licences, bans and sources of the crates (CHECKS="… advisories" looks up known weaknesses too)
	@scripts/deny $(CHECKS)

clean: ## forget builds and the demo school
	rm -rf target node_modules web-*/dist data

# The sites are built again only when a source is newer than the last build.
WEB_SOURCES := $(shell find web-shared web-public web-admin -type f -not -path '*/node_modules/*' -not -path '*/dist/*' -not -path '*/e2e/*' -not -name '*.test.*' 2>/dev/null)

# Compiled quickly rather than for speed; it reads the sites from their folders, so they need not be built before it.
.PHONY: server
server:
	@[ -e target/debug/preau ] || echo "Compiling the server: some minutes the first time, seconds when something changed."
	+@$(CARGO) build --locked -p preau-server

.PHONY: web
web: web-admin/dist/index.html
web-admin/dist/index.html: node_modules/.ready package.json $(WEB_SOURCES)
	@echo "Building the sites."
	@npm run --silent build
	@touch $@

# Two sets of packages: `dependencies` build the sites; `devDependencies`, added to them, test, check and measure.
# npm itself runs on the machine's Node and everything else on the Node that package.json pins, so npm's warnings about
# the version of Node do not apply: it reports errors only.
node_modules/.ready: package-lock.json
	@node -e 'process.exit(parseInt(process.versions.node) >= 22 || parseInt(process.argv[1]) >= 11 ? 0 : 1)' "$$(npm --version)" || \
	  { echo "Node 22.18 or newer is needed, or Node 20 with npm 11 (npm install --global npm@11)." >&2; exit 1; }
	@echo "Installing the packages that build the sites."
	@npm ci --omit=dev --loglevel=error
	@touch $@

node_modules/.tests-ready: node_modules/.ready
	@echo "Installing the packages that test the sites."
	@npm install --no-save --loglevel=error
	@touch $@

check gen lighthouse screens desktop-package: node_modules/.tests-ready
