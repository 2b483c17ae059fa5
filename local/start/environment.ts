import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../root.ts'

/** What is set and not empty: in the environment first, then in the settings file. */
export function readEnvironment(): Record<string, string> {
  const settingsFile = join(root, '.env')
  if (existsSync(settingsFile)) process.loadEnvFile(settingsFile)
  const set = Object.entries(process.env).flatMap(([name, value]) => (value?.trim() ? [[name, value] as const] : []))
  return Object.fromEntries(set)
}

export function readPort(text = '5000'): number {
  const port = Number(text)
  if (Number.isInteger(port) && port > 0 && port < 65_536) return port
  throw new Error(`PORT is "${text}". Set it to a number from 1 to 65535.`)
}
