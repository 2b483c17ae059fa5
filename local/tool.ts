import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process'
import { setPriority } from 'node:os'
import { join } from 'node:path'
import { root } from './root.ts'

type CommandLine = [string, ...string[]]

export type ToolResult = { code: number; output: string }

/** Two thirds of the processor time of a program at normal priority. */
const besidePriority = 2

/** The command line of a tool in node_modules, with our Node runtime. */
export function tool(name: string, ...args: string[]): CommandLine {
  return [process.execPath, join(root, 'node_modules/.bin', name), ...args]
}

export type QuietRun = {
  env?: Record<string, string>
  /** Runs the program beside others at a lower priority. */
  isBeside?: boolean
}

/** Runs a program to its end and collects its output. */
export async function runQuietly(
  command: CommandLine,
  { env = {}, isBeside = false }: QuietRun = {},
): Promise<ToolResult> {
  let output = ''
  const append = (chunk: unknown) => (output += String(chunk))
  const child = start(command, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env } })
  if (isBeside && child.pid !== undefined) setPriority(child.pid, besidePriority)
  child.stdout?.on('data', append)
  child.stderr?.on('data', append)
  child.once('error', (error) => append(error.message))
  return { code: await ended(child), output }
}

/** Runs a program to its end in our terminal. */
export function runVisibly(command: CommandLine, env: Record<string, string> = {}): Promise<number> {
  return ended(start(command, { stdio: 'inherit', env: { ...process.env, ...env } }))
}

const running = new Set<ChildProcess>()

function start([program, ...args]: CommandLine, options: SpawnOptions): ChildProcess {
  if (running.size === 0) for (const event of endings) process.once(event, endWithChildren)
  const child = spawn(program, args, { cwd: root, ...options })
  running.add(child)
  process.channel?.unref()
  return child
}

function ended(child: ChildProcess): Promise<number> {
  return new Promise((resolve) => {
    const finish = (code: number | null) => {
      running.delete(child)
      if (running.size === 0) for (const event of endings) process.off(event, endWithChildren)
      resolve(code ?? 1)
    }
    child.once('error', () => finish(1))
    child.once('close', finish)
  })
}

/** Events to forward. Ctrl-C reaches the children through the terminal, these do not. */
const endings = ['SIGTERM', 'SIGHUP', 'disconnect']

function endWithChildren(): never {
  for (const child of running) child.kill('SIGTERM')
  process.exit(143)
}
