import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Whoever waited for the start is served first. */
const afterMs = 3_000

/**
 * To start takes far more memory than to wait for work, and V8 gives it back only when it collects thoroughly, which a process
 * with little to do never makes it do.
 */
export function releaseStartupMemory(): void {
  setTimeout(() => {
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc') as () => void
    collect()
  }, afterMs).unref()
}
