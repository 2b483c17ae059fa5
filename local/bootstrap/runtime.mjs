import { spawnSync } from 'node:child_process'
import { existsSync, realpathSync } from 'node:fs'
import { join } from 'node:path'

const neededMajor = 24

const advice = {
  darwin: 'Install it with "brew install node@24", then try again.',
  win32: 'Install it with "winget install OpenJS.NodeJS.LTS", then try again.',
  linux: 'Install it with your package manager or with "nvm install 24", then try again.',
}

/** The Node binary that the lock file pins for this platform; else the running one, if it is new enough. */
export function findRuntime(root) {
  const pinned = pinnedRuntime(root)
  if (
    existsSync(pinned) &&
    (realpathSync(pinned) === realpathSync(process.execPath) || isRecent(readVersion(pinned)))
  ) {
    return pinned
  }
  if (isRecent(process.version)) return process.execPath
  throw new Error(
    `Lockstep needs Node ${neededMajor} or newer, and this is ${process.version}. ${advice[process.platform] ?? advice.linux}`,
  )
}

function pinnedRuntime(root) {
  const windows = process.platform === 'win32'
  const name = `node-${windows ? 'win' : process.platform}-${process.arch}`
  return join(root, 'node_modules', name, 'bin', windows ? 'node.exe' : 'node')
}

function readVersion(binary) {
  return spawnSync(binary, ['--version'], { encoding: 'utf8' }).stdout ?? ''
}

function isRecent(version) {
  return Number(version.replace(/^v/, '').split('.')[0]) >= neededMajor
}
