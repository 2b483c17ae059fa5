import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { findFreePort } from './free-port.ts'
import { makeScratchFolder } from './scratch-folder.ts'

const names = ['redis-server', 'valkey-server']

/** The name of a Redis on the PATH, or null. */
export function findRedis(): string | null {
  return names.find((name) => spawnSync(name, ['--version']).status === 0) ?? null
}

export type RedisServer = Awaited<ReturnType<typeof startRedis>>

/** A Redis of its own without persistence, which can be killed, frozen and started again. */
export async function startRedis(program: string) {
  const folder = makeScratchFolder('redis')
  const port = await findFreePort()
  let running = await run(program, folder, port)
  const kill = async () => {
    if (running.exitCode !== null || running.signalCode !== null) return
    const gone = once(running, 'exit')
    running.kill('SIGKILL')
    await gone
  }
  return {
    url: `redis://127.0.0.1:${port}`,
    kill,
    /** Simulates a hanging machine: connections stay open without an answer. */
    freeze: () => void running.kill('SIGSTOP'),
    async startAgain(): Promise<void> {
      running = await run(program, folder, port)
    },
    async stop(): Promise<void> {
      await kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function run(program: string, folder: string, port: number) {
  const options = ['--port', `${port}`, '--bind', '127.0.0.1', '--dir', folder, '--save', '', '--appendonly', 'no']
  const child = spawn(program, options, { stdio: ['ignore', 'pipe', 'ignore'] })
  let output = ''
  for await (const chunk of child.stdout.iterator({ destroyOnReturn: false })) {
    output += String(chunk)
    if (/ready to accept connections/i.test(output)) {
      child.stdout.resume()
      return child
    }
  }
  throw new Error(`${program} did not start: ${output}`)
}
