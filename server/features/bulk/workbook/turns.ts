import { AppError } from '#contract/errors.ts'

/** At most `atOnce` run at a time and `waiting` more stand in line; whoever comes after them is told to come back. */
export function createTurns({ atOnce, waiting }: { atOnce: number; waiting: number }) {
  const line: (() => void)[] = []
  let running = 0

  async function take(): Promise<void> {
    if (running < atOnce) {
      running += 1
      return
    }
    if (line.length >= waiting) {
      throw new AppError('unavailable', 'Other files are being read. Try again in a minute.')
    }
    await new Promise<void>((resolve) => line.push(resolve))
  }

  /** The place goes to the next in line without becoming free in between. */
  function giveBack(): void {
    const next = line.shift()
    if (next) next()
    else running -= 1
  }

  return async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    await take()
    try {
      return await work()
    } finally {
      giveBack()
    }
  }
}
