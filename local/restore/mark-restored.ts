import { randomUUID } from 'node:crypto'
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Says in PostgreSQL's own settings that its data are a copy of an earlier moment. They lie among its data, so the word goes wherever
 * these go, and whoever is connected can ask for it: `current_setting('lockstep.restored', true)`. The id tells one restore from another.
 */
export function markRestored(data: string, to: string): void {
  setInData(data, { 'lockstep.restored': JSON.stringify({ id: randomUUID(), to }) })
}

/** What stands last in this file counts. */
export function setInData(data: string, settings: Record<string, string>): void {
  const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value.replaceAll("'", "''")}'\n`)
  appendFileSync(join(data, 'postgresql.auto.conf'), lines.join(''))
}
