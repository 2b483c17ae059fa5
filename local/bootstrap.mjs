// The one file that runs before anything is installed: plain JavaScript, no dependency, any Node from 20 on.
import { join } from 'node:path'
import { endWithNpm } from './bootstrap/end-with-npm.mjs'
import { ensureInstalled } from './bootstrap/install.mjs'
import { findRuntime } from './bootstrap/runtime.mjs'
import { run } from './bootstrap/run.mjs'

const root = join(import.meta.dirname, '..')
const [command, ...args] = process.argv.slice(2)

const local = (file) => [[join(root, 'local', file), ...args]]
const built = (serverCommand) => [
  [join(root, 'local', 'build.ts')],
  [join(root, 'dist', 'server.mjs'), serverCommand, ...args],
]

const commands = {
  start: () => local('start.ts'),
  build: () => local('build.ts'),
  test: () => local('test.ts'),
  check: () => local('check.ts'),
  e2e: () => local('e2e.ts'),
  format: () => local('format.ts'),
  messages: () => local('messages.ts'),
  pictures: () => local('pictures.ts'),
  sbom: () => local('sbom.ts'),
  bench: () => [[join(root, 'bench', 'run.ts'), ...args]],
  chaos: () => [[join(root, 'chaos', 'run.ts'), ...args]],
  mutate: () => [[join(root, 'mutation', 'run.ts'), ...args]],
  emulator: () => [[join(root, 'emulators', 'start.ts'), ...args]],
  'db:generate': () => [[join(root, 'node_modules', 'drizzle-kit', 'bin.cjs'), 'generate', ...args]],
  serve: () => built('serve'),
  worker: () => built('worker'),
  migrate: () => built('migrate'),
  job: () => built('job'),
  'verify-audit': () => built('verify-audit'),
  'reset-sign-in': () => built('reset-sign-in'),
  'rotate-key': () => built('rotate-key'),
  backup: () => built('backup'),
  restore: () => local('restore.ts'),
  reconcile: () => built('reconcile'),
}

/** Commands that use the compile cache. For the others it does not pay: a test run compiles too much. */
const startsFast = new Set(['start', 'serve', 'worker', 'migrate', 'job'])

async function main() {
  const programs = commands[command]?.()
  if (!programs) throw new Error(`Say what to run: ${Object.keys(commands).join(', ')}.`)
  endWithNpm()
  await ensureInstalled(root)
  if (command === 'mutate') await ensureInstalled(join(root, 'mutation', 'tool'))
  const runtime = findRuntime(root)
  // The IPC channel carries nothing. When it closes, the program knows that this process is gone, even if it was killed by SIGKILL.
  const options = { cwd: root, env: environment(), stdio: ['inherit', 'inherit', 'inherit', 'ipc'] }
  for (const program of programs) {
    const { code } = await run(runtime, program, options)
    if (code !== 0) return code
  }
  return 0
}

/** Node's compile cache is stored in dist, beside the build. */
function environment() {
  if (!startsFast.has(command)) return process.env
  return { NODE_COMPILE_CACHE: join(root, 'dist', '.compiled'), ...process.env }
}

try {
  process.exitCode = await main()
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
}
