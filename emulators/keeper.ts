import { writeStateFile } from './state-file.ts'

export type Keeper = {
  /** Something is other than it was: it is written down soon. */
  noteChange(): void
  writeNow(): void
}

const shortestPause = 1_000

/** Writes at most once a second, and spends no more than a tenth of its time on it when the world is large. */
export function createKeeper(file: string | undefined, read: () => object): Keeper {
  if (!file) return { noteChange: () => {}, writeNow: () => {} }
  let pause = shortestPause
  let timer: NodeJS.Timeout | undefined
  const writeNow = () => {
    clearTimeout(timer)
    timer = undefined
    const begun = performance.now()
    writeStateFile(file, read())
    pause = Math.max(shortestPause, (performance.now() - begun) * 10)
  }
  return { noteChange: () => void (timer ??= setTimeout(writeNow, pause)), writeNow }
}
