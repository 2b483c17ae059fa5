/** The stand-in's own time: real, sped up, or standing still until it is moved on. */
export type Clock = {
  now(): Date
  /** Milliseconds since 1970, with fractions. */
  time(): number
  readonly speed: number
  setSpeed(speed: number): void
  advance(milliseconds: number): void
  /** Ends when this clock, not the wall's, has gone on so far. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>
}

type Sleeper = { dueAt: number; timer: NodeJS.Timeout | undefined; wake: () => void }

/** Longer ones overflow Node's timers; the sleeper looks at the clock and lies down again. */
const longestTimer = 1_000_000_000

export function createClock(options: { startAt?: number; speed?: number } = {}): Clock {
  let speed = options.speed ?? 1
  let anchor = { time: options.startAt ?? Date.now(), ...readReal() }
  const sleepers = new Set<Sleeper>()

  const time = () => anchor.time + elapsedSince(anchor) * speed
  const moveTo = (next: number) => {
    anchor = { time: next, ...readReal() }
    for (const sleeper of sleepers) arm(sleeper)
  }
  const arm = (sleeper: Sleeper) => {
    clearTimeout(sleeper.timer)
    const left = sleeper.dueAt - time()
    if (left <= 0) return sleeper.wake()
    if (speed > 0) sleeper.timer = setTimeout(() => arm(sleeper), Math.min(Math.ceil(left / speed), longestTimer))
  }

  return {
    now: () => new Date(time()),
    time,
    get speed() {
      return speed
    },
    setSpeed(next) {
      const now = time()
      speed = next
      moveTo(now)
    },
    advance: (milliseconds) => moveTo(time() + milliseconds),
    sleep: (milliseconds, signal) =>
      new Promise((resolve, reject) => {
        const end = (settle: () => void) => {
          clearTimeout(sleeper.timer)
          sleepers.delete(sleeper)
          signal?.removeEventListener('abort', abort)
          settle()
        }
        const abort = () => end(() => reject(signal?.reason as Error))
        const sleeper: Sleeper = { dueAt: time() + milliseconds, timer: undefined, wake: () => end(resolve) }
        if (signal?.aborted) return abort()
        signal?.addEventListener('abort', abort)
        sleepers.add(sleeper)
        arm(sleeper)
      }),
  }
}

type RealTime = { steady: number; wall: number }

function readReal(): RealTime {
  return { steady: performance.now(), wall: Date.now() }
}

/** The steady timer is finer, but stands still while the machine sleeps. */
function elapsedSince(then: RealTime): number {
  const steady = performance.now() - then.steady
  const wall = Date.now() - then.wall
  return wall - steady > 1_000 ? wall : steady
}
