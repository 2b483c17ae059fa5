import type { Shutdown, Stoppable } from '#local/start/shutdown.ts'

/** What belongs together and may end before the run does; until then it ends with the run. */
export function collectParts(run: Shutdown): { shutdown: Shutdown; stop(): Promise<void> } {
  const parts: Stoppable[] = []
  let isOver = false
  const stop = async () => {
    isOver = true
    for (let part = parts.pop(); part; part = parts.pop()) await part.stop()
  }
  const kill = () => {
    for (const part of parts) part.kill()
  }
  run.defer({ stop, kill })
  const never = new Promise<never>(() => {})
  const watch: Shutdown['watch'] = (ended) => run.watch(ended.then((words) => (isOver ? never : words)))
  return { shutdown: { ...run, defer: (part) => parts.push(part), watch }, stop }
}
