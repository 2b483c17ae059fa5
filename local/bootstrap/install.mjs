import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { claim } from '../claim.mjs'
import { run } from './run.mjs'
import { satisfiesLock, thisMachine } from './satisfies-lock.mjs'

export async function ensureInstalled(root) {
  if (isInstalled(root)) return
  for (;;) {
    const turn = await claim(`install ${root}`)
    if (!turn.held) {
      console.log('Waiting for another process that installs the dependencies…')
      await turn.released
      continue
    }
    try {
      if (!isInstalled(root)) await install(root)
    } finally {
      await turn.release()
    }
    return
  }
}

/** npm writes its record last, so an install that was cut short has none. Our stamp says that the record was found good. */
export function isInstalled(root) {
  const lockFile = readFileSync(join(root, 'package-lock.json'), 'utf8')
  const wanted = createHash('sha256').update(`${process.platform} ${process.arch} ${lockFile}`).digest('hex')
  const stamp = join(root, 'node_modules', '.lockstep-installed')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return true
  const record = join(root, 'node_modules', '.package-lock.json')
  if (!existsSync(record)) return false
  const complete = satisfiesLock(JSON.parse(readFileSync(record, 'utf8')), JSON.parse(lockFile), thisMachine())
  if (complete) leaveStamp(stamp, wanted)
  return complete
}

/** The stamp only spares the comparison: in a folder that we may not write, it is made each time. */
function leaveStamp(stamp, text) {
  try {
    writeFileSync(stamp, text)
  } catch (error) {
    if (error.code !== 'EACCES' && error.code !== 'EROFS') throw error
  }
}

async function install(root) {
  console.log('Installing dependencies (once)…')
  const { code, told, output } = await npm(['ci', ...quietly, '--include=dev', '--include=optional'], root)
  if (told) process.exit(code)
  if (code === 0 && isInstalled(root)) return
  const said = output.trim() || `npm ci ended with code ${code}.`
  throw new Error(`${said}\n\nThe dependencies could not be installed. Put right what npm says above and try again.`)
}

/** Its warnings are about engines, of which the right one is among what it installs. */
const quietly = ['--loglevel=error', '--no-audit', '--no-fund']

async function npm(args, cwd) {
  const { npm_execpath: script, npm_node_execpath: node = process.execPath } = process.env
  const [program, before] = script?.endsWith('.js') ? [node, [script]] : ['npm', []]
  const shell = program === 'npm' && process.platform === 'win32'
  let output = ''
  const ended = await run(
    program,
    [...before, ...args],
    { cwd, shell, stdio: ['ignore', 'pipe', 'pipe'] },
    (chunk) => (output += chunk),
  )
  return { ...ended, output }
}
