import { chmodSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { randomUUID } from 'node:crypto'
import { dirname, join } from 'node:path'
import { canReach, type Account } from './account.ts'
import { sharedFolder } from './shared-folder.ts'

type Place = { place: string; commit: () => void }

/** The cluster lies in its home unless the account cannot reach that; then it lies in the shared folder and its home is a link. */
export function placeCluster(home: string, account: Account | undefined): Place {
  rmSync(home, { force: true })
  if (!account) return { place: home, commit: () => {} }
  const parent = dirname(home)
  chmodSync(parent, statSync(parent).mode | 0o011)
  if (canReach(account, parent)) return { place: home, commit: () => {} }
  const clusters = sharedFolder('clusters')
  removeOrphans(clusters, home)
  const place = join(clusters, randomUUID())
  return {
    place,
    commit() {
      writeFileSync(join(place, 'home'), home)
      symlinkSync(place, home)
    },
  }
}

/** A cluster that names this home but is not linked from it was left behind when somebody deleted the data folder. */
function removeOrphans(clusters: string, home: string): void {
  for (const name of readdirSync(clusters)) {
    const cluster = join(clusters, name)
    if (readHome(cluster) === home) rmSync(cluster, { recursive: true })
  }
}

function readHome(cluster: string): string | undefined {
  try {
    return readFileSync(join(cluster, 'home'), 'utf8')
  } catch {
    return undefined
  }
}
