/**
 * The walls of ARCHITECTURE.md, one rule each. `npm run check:walls` plants a violation of every one.
 * @type {import('dependency-cruiser').IConfiguration}
 */
const TESTS = '\\.test\\.ts$'
const NODE = '^node:'

export default {
  forbidden: [
    {
      name: 'core has no electron or vue',
      comment: 'A host hands core what it needs through Platform. The DOM is kept out by tsconfig.core.json.',
      severity: 'error',
      from: { path: '^core/' },
      to: {
        path: [
          '^electron',
          'node_modules/(electron|vue|@vue|pinia|vue-i18n|reka-ui)/',
          '^(vue|pinia|vue-i18n|reka-ui)$',
          '^renderer/',
          '^electron/',
        ],
      },
    },
    {
      name: 'contract imports zod only',
      comment: 'It is compiled into the page and into the host.',
      severity: 'error',
      from: { path: '^core/contract/', pathNot: TESTS },
      to: { pathNot: ['^core/contract/', 'node_modules/zod/'] },
    },
    {
      name: 'base imports nothing of ours',
      severity: 'error',
      from: { path: '^core/base/', pathNot: TESTS },
      to: { pathNot: ['^core/base/', NODE], dependencyTypesNot: ['core'] },
    },
    {
      name: 'renderer sees only core/contract',
      severity: 'error',
      from: { path: '^renderer/', pathNot: TESTS },
      to: { path: ['^core/', '^electron/', '^e2e/'], pathNot: '^core/contract/' },
    },
    {
      name: 'renderer has no node',
      severity: 'error',
      from: { path: '^renderer/', pathNot: TESTS },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'preload is a letterbox',
      comment: 'It passes frames on unread: electron and nothing else.',
      severity: 'error',
      from: { path: '^electron/preload/', pathNot: TESTS },
      to: { pathNot: ['^electron/preload/', 'node_modules/electron/', '^electron$'] },
    },
    {
      name: 'ui is dumb',
      comment: 'Drawing parts know nothing of the product: no stores, no calls, no features.',
      severity: 'error',
      from: { path: '^renderer/ui/' },
      to: { path: ['^renderer/', '^core/'], pathNot: ['^renderer/(ui|lib|styles|i18n)/'] },
    },
    {
      name: 'features do not import each other',
      severity: 'error',
      from: { path: '^renderer/features/([^/]+)/' },
      to: { path: '^renderer/features/([^/]+)/', pathNot: '^renderer/features/$1/' },
    },
    {
      name: 'nobody imports cli',
      severity: 'error',
      from: { pathNot: ['^core/cli/', '^e2e/'] },
      to: { path: '^core/cli/' },
    },
    {
      name: 'serve is imported by cli alone',
      severity: 'error',
      from: { pathNot: ['^core/(serve|cli)/', TESTS, '^e2e/'] },
      to: { path: '^core/serve/' },
    },
    {
      name: 'cli imports serve lazily',
      comment: 'A headless run must not load the web server.',
      severity: 'error',
      from: { path: '^core/cli/', pathNot: TESTS },
      to: { path: '^core/serve/', dependencyTypesNot: ['dynamic-import', 'type-only'] },
    },
    {
      name: 'testing is for tests',
      severity: 'error',
      from: { pathNot: ['^core/testing/', TESTS, '-suite\\.ts$', '^core/permission/cases/', '^e2e/'] },
      to: { path: '^core/testing/' },
    },
    {
      name: 'vendor SDKs stay in their protocol',
      severity: 'error',
      from: {
        pathNot: [
          '^core/llm/[^/]+',
          '^core/mcp/',
          '^core/a2a/',
          '^core/permission/sandbox',
          '^core/audit/otel',
          '^core/testing/',
          TESTS,
          '^e2e/',
        ],
      },
      to: { path: 'node_modules/(@anthropic-ai|openai|@google|@modelcontextprotocol|@a2a-js|@opentelemetry)/' },
    },
    {
      name: 'vendor SDKs are loaded when used',
      severity: 'error',
      from: { path: '^core/', pathNot: ['^core/testing/', TESTS] },
      to: { path: 'node_modules/(@anthropic-ai/sdk|openai|@opentelemetry|@a2a-js)/', dependencyTypesNot: ['dynamic-import', 'type-only'] },
    },
    {
      name: 'SQL only in storage',
      severity: 'error',
      from: { pathNot: ['^core/storage/', TESTS, '^e2e/'] },
      to: { path: ['node_modules/better-sqlite3/', '^(node:)?sqlite$'] },
    },
    {
      name: 'process spawning only through platform',
      severity: 'error',
      from: { path: ['^core/', '^electron/'], pathNot: ['^core/platform/', '^core/testing/', TESTS] },
      to: { path: '^(node:)?(child_process|cluster)$' },
    },
    {
      name: 'no cycles',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'no unresolvable import',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: ['\\?raw$', '^electron$'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^out/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.vue', '.mjs', '.js', '.cjs', '.json'],
    },
  },
}
