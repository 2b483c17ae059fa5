import { mkdirSync, realpathSync } from 'node:fs'
import { claim } from './claim.mjs'

type Holder = { pid: number; url: string; since: string }

/** Claims exclusive use of a data folder. Throws with the holder if another product uses it. */
export async function claimDataFolder(
  folder: string,
  shownAs: string,
  url: string,
): Promise<{ held: true; release(): Promise<void> }> {
  // PostgreSQL may run under another account, which needs to traverse the folder; the files in it are private.
  mkdirSync(folder, { recursive: true, mode: 0o711 })
  const holder: Holder = { pid: process.pid, url, since: new Date().toISOString() }
  const result = await claim(`data ${realpathSync(folder)}`, () => JSON.stringify(holder))
  if (result.held) return result
  throw new Error(
    `Lockstep already runs on ${shownAs}${describe(result.holder)}. Stop it first, or set DATA_DIR to another folder.`,
  )
}

function describe(answer: string | undefined): string {
  if (!answer) return ''
  const { pid, url, since } = JSON.parse(answer) as Holder
  const time = new Date(since).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  return ` (process ${pid}, ${url}, since ${time})`
}
