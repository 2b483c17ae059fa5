import { setTimeout as sleep } from 'node:timers/promises'

const samePress = 500

export type Stoppable = { stop(): Promise<void>; kill(): void }

export type Shutdown = {
  /** Resolves when somebody asks us to end; rejects when a part that was watched ends by itself. */
  due: Promise<void>
  /** What was started last is stopped first. */
  defer(part: Stoppable): void
  /** Takes the promise of a part's end, with the words for it. */
  watch(ended: Promise<string>): void
  run(limit: number): Promise<void>
}

export function createShutdown(): Shutdown {
  const parts: Stoppable[] = []
  const killAll = () => {
    for (const part of parts) part.kill()
  }
  const { promise: due, resolve: request, reject: fail } = Promise.withResolvers<void>()
  listenForRequests(request, killAll)
  return {
    due,
    defer: (part) => parts.push(part),
    watch: (ended) => void ended.then((words) => fail(new Error(words))),
    async run(limit) {
      const inTime = await Promise.race([stopAll(parts).then(() => true), sleep(limit, false, { ref: false })])
      if (!inTime) killAll()
    },
  }
}

async function stopAll(parts: Stoppable[]): Promise<void> {
  for (let part = parts.at(-1); part; part = parts.at(-1)) {
    await part.stop().catch((error: unknown) => console.error(error instanceof Error ? error.message : error))
    parts.splice(parts.indexOf(part), 1)
  }
}

/** One press of Ctrl-C can arrive twice: from the terminal and forwarded by npm. Only a later one means "at once". */
function listenForRequests(request: () => void, killAll: () => void): void {
  let first: number | undefined
  for (const event of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect']) {
    process.on(event, () => {
      first ??= Date.now()
      if (event === 'SIGINT' && Date.now() - first > samePress) {
        killAll()
        process.exit(130)
      }
      request()
    })
  }
}
