import { setTimeout as sleep } from 'node:timers/promises'

const samePressMs = 500

export type Stoppable = { stop(): Promise<void>; kill(): void }

export type Shutdown = {
  /** Resolves at a request to end (signal, closed channel); rejects when a watched part ends by itself. */
  due: Promise<void>
  /** Registers a part to stop; the last registered is stopped first. */
  defer(part: Stoppable): void
  /** Watches for the end of a part; the promise resolves with the reason. */
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
    watch: (ended) => void ended.then((reason) => fail(new Error(reason))),
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

/** One Ctrl-C can arrive twice: from the terminal and forwarded by npm. Only a later one kills at once. */
function listenForRequests(request: () => void, killAll: () => void): void {
  let first: number | undefined
  for (const event of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect']) {
    process.on(event, () => {
      first ??= Date.now()
      if (event === 'SIGINT' && Date.now() - first > samePressMs) {
        killAll()
        process.exit(130)
      }
      request()
    })
  }
}
