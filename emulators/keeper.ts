import { writeStateFile } from './state-file.ts'

export type StateWriter = {
  /** Something is other than it was: it is written down soon. */
  scheduleSave(): void
  writeNow(): void
}

const shortestPause = 1_000

/** Writes at most once a second, and spends no more than a tenth of its time on it when the world is large. */
export function createStateWriter(file: string | undefined, read: () => object): StateWriter {
  if (!file) return { scheduleSave: () => {}, writeNow: () => {} }
  let pause = shortestPause
  let timer: NodeJS.Timeout | undefined
  const writeNow = () => {
    clearTimeout(timer)
    timer = undefined
    const begun = performance.now()
    writeStateFile(file, read())
    pause = Math.max(shortestPause, (performance.now() - begun) * 10)
  }
  return { scheduleSave: () => void (timer ??= setTimeout(writeNow, pause)), writeNow }
}
