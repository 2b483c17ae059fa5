/** The emulator's clock: real time, sped up, or standing still until it is advanced. */
export type Clock = {
  now(): Date
  /** Milliseconds since 1970, with fractions. */
  time(): number
  readonly speed: number
  setSpeed(speed: number): void
  advance(milliseconds: number): void
  /** Resolves when this clock has advanced that far. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>
}

type Sleeper = { dueAt: number; timer: NodeJS.Timeout | undefined; wake: () => void }

/** Node's timers overflow above this; a longer sleep is armed again. */
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
        const end = (finish: () => void) => {
          clearTimeout(sleeper.timer)
          sleepers.delete(sleeper)
          signal?.removeEventListener('abort', abort)
          finish()
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

/** The monotonic timer is finer, but stops while the machine sleeps. */
function elapsedSince(then: RealTime): number {
  const steady = performance.now() - then.steady
  const wall = Date.now() - then.wall
  return wall - steady > 1_000 ? wall : steady
}
