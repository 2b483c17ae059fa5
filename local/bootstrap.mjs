// The one file that runs before anything is installed: plain JavaScript, no dependency, any Node from 20 on.
import { join } from 'node:path'
import { ensureInstalled } from './bootstrap/install.mjs'
import { findRuntime } from './bootstrap/runtime.mjs'
import { run } from './bootstrap/run.mjs'

const root = join(import.meta.dirname, '..')
const [command, ...args] = process.argv.slice(2)

const local = (file) => [[join(root, 'local', file), ...args]]
const built = (word) => [[join(root, 'local', 'build.ts')], [join(root, 'dist', 'server.mjs'), word, ...args]]

const commands = {
  start: () => local('start.ts'),
  build: () => local('build.ts'),
  test: () => local('test.ts'),
  check: () => local('check.ts'),
  e2e: () => local('e2e.ts'),
  format: () => local('format.ts'),
  emulator: () => [[join(root, 'emulators', 'start.ts'), ...args]],
  'db:generate': () => [[join(root, 'node_modules', 'drizzle-kit', 'bin.cjs'), 'generate', ...args]],
  serve: () => built('serve'),
  worker: () => built('worker'),
  migrate: () => built('migrate'),
  job: () => built('job'),
}

try {
  const programs = commands[command]?.()
  if (!programs) throw new Error(`Say what to run: ${Object.keys(commands).join(', ')}.`)
  await ensureInstalled(root)
  const runtime = findRuntime(root)
  let code = 0
  for (const program of programs) if (code === 0) code = await run(runtime, program, root)
  process.exitCode = code
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
}
