import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { claim } from '../claim.mjs'
import { run } from './run.mjs'
import { satisfiesLock, thisMachine } from './satisfies-lock.mjs'

export async function ensureInstalled(root) {
  if (isInstalled(root)) return
  for (;;) {
    const lock = await claim(`install ${root}`)
    if (!lock.held) {
      console.log('Waiting for another process that installs the dependencies…')
      await lock.released
      continue
    }
    try {
      if (!isInstalled(root)) await install(root)
    } finally {
      await lock.release()
    }
    return
  }
}

/** npm writes node_modules/.package-lock.json last, so an interrupted install has none. Our marker file caches that it matches the lock file. */
export function isInstalled(root) {
  const lockFile = readFileSync(join(root, 'package-lock.json'), 'utf8')
  const expected = createHash('sha256').update(`${process.platform} ${process.arch} ${lockFile}`).digest('hex')
  const marker = join(root, 'node_modules', '.lockstep-installed')
  if (existsSync(marker) && readFileSync(marker, 'utf8') === expected) return true
  const record = join(root, 'node_modules', '.package-lock.json')
  if (!existsSync(record)) return false
  const complete = satisfiesLock(JSON.parse(readFileSync(record, 'utf8')), JSON.parse(lockFile), thisMachine())
  if (complete) writeMarker(marker, expected)
  return complete
}

/** The marker only saves the comparison: without write permission it is repeated each time. */
function writeMarker(marker, text) {
  try {
    writeFileSync(marker, text)
  } catch (error) {
    if (error.code !== 'EACCES' && error.code !== 'EROFS') throw error
  }
}

async function install(root) {
  console.log('Installing dependencies (once)…')
  const { code, wasSignaled, output } = await npm(installCommand(process.env.npm_config_user_agent), root)
  if (wasSignaled) process.exit(code)
  if (code === 0) await runAllowedScripts(root)
  if (code === 0 && isInstalled(root)) return
  const message = output.trim() || `npm ci ended with code ${code}.`
  throw new Error(`${message}\n\nThe dependencies could not be installed. Put right what npm says above and try again.`)
}

/** An npm that does not know the list of allowed install scripts runs none of them; `runAllowedScripts` does it after. */
export function installCommand(userAgent) {
  const common = ['ci', ...quietFlags, '--include=dev', '--include=optional']
  return knowsAllowScripts(userAgent) ? common : [...common, '--ignore-scripts']
}

/** npm knows `allowScripts` in package.json and `strict-allow-scripts` in .npmrc from 11.16 on. */
function knowsAllowScripts(userAgent = '') {
  const [, major = 0, minor = 0] = /^npm\/(\d+)\.(\d+)\./.exec(userAgent) ?? []
  return Number(major) > 11 || (Number(major) === 11 && Number(minor) >= 16)
}

async function runAllowedScripts(root) {
  if (knowsAllowScripts(process.env.npm_config_user_agent)) return
  const { allowScripts = {} } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const names = Object.keys(allowScripts).filter(
    (name) => allowScripts[name] && existsSync(join(root, 'node_modules', name)),
  )
  if (names.length === 0) return
  const { code, output } = await npm(['rebuild', ...quietFlags, ...names], root)
  if (code !== 0) throw new Error(`${output.trim()}\n\nThe install scripts of ${names.join(', ')} failed.`)
}

/** Hides warnings about the Node version: the right one is among the packages to install. */
const quietFlags = ['--loglevel=error', '--no-audit', '--no-fund']

/** The command line of npm: the one that runs us, else the one in the path. */
export function npmCommand(args) {
  const { npm_execpath: script, npm_node_execpath: node = process.execPath } = process.env
  return script?.endsWith('.js') ? [node, script, ...args] : ['npm', ...args]
}

async function npm(args, cwd) {
  const [program, ...rest] = npmCommand(args)
  const shell = program === 'npm' && process.platform === 'win32'
  let output = ''
  const ended = await run(
    program,
    rest,
    { cwd, shell, stdio: ['ignore', 'pipe', 'pipe'] },
    (chunk) => (output += chunk),
  )
  return { ...ended, output }
}
