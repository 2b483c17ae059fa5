import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { isLoopbackHost } from '#server/platform/unsafe-settings.ts'
import { root } from '../root.ts'

/** Variables that are set and not empty: from the environment, then from .env. */
export function readEnvironment(): Record<string, string> {
  const settingsFile = join(root, '.env')
  if (existsSync(settingsFile)) process.loadEnvFile(settingsFile)
  const set = Object.entries(process.env).flatMap(([name, value]) => (value?.trim() ? [[name, value] as const] : []))
  return Object.fromEntries(set)
}

/** Whether others reach the product at this address. One that can't be read counts as public; `assertServable` reports it. */
export const isPublic = (url: string): boolean => !URL.canParse(url) || !isLoopbackHost(new URL(url).hostname)

/** Behind a public address no emulator is started, so everything must be configured as for `serve`. Throws before anything runs. */
export async function assertServable(env: Record<string, string>): Promise<void> {
  const { readConfig } = await import('#server/platform/config.ts')
  try {
    readConfig({ DATABASE_URL: 'postgres://localhost/lockstep', ...env })
  } catch (error) {
    throw new Error(
      [
        `PUBLIC_URL is ${env['PUBLIC_URL']}, so no stand-ins were started: the local sign-in asks for no password, and anyone who opens that address could sign in as admin.`,
        (error as Error).message,
        'To try Lockstep on this machine, run npm start without PUBLIC_URL. To run it for others, set these and use npm run serve: see "In production" in README.md.',
      ].join('\n'),
      { cause: error },
    )
  }
}

export function readPort(text = '5000'): number {
  const port = Number(text)
  if (Number.isInteger(port) && port > 0 && port < 65_536) return port
  throw new Error(`PORT is "${text}". Set it to a number from 1 to 65535.`)
}

export async function ensurePortIsFree(port: number): Promise<void> {
  const problem = await tryPort(port)
  if (!problem) return
  if (problem === 'EACCES') {
    throw new Error(`Port ${port} needs rights that you don't have. Set PORT to one above 1023, such as PORT=5000.`)
  }
  const free = await findFreePortAfter(port)
  throw new Error(`Port ${port} is taken by another program. Set PORT to a free one: PORT=${free} npm start`)
}

async function findFreePortAfter(port: number): Promise<number> {
  let candidate = port < 65_535 ? port + 1 : 1024
  while (await tryPort(candidate)) candidate = candidate < 65_535 ? candidate + 1 : 1024
  return candidate
}

/** Some systems allow one program on all addresses and another on a single one, so both are tried. */
async function tryPort(port: number): Promise<string | undefined> {
  return (await tryToListen(port)) ?? (await tryToListen(port, '127.0.0.1'))
}

function tryToListen(port: number, host?: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
    server.listen(port, host, () => server.close(() => resolve(undefined)))
  })
}
