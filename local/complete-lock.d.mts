type Entry = {
  version?: string
  integrity?: string
  inBundle?: boolean
  resolved?: string
  hasInstallScript?: boolean
  dev?: boolean
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  [field: string]: unknown
}

export type Lock = { packages: Record<string, Entry> }

export function completeLock(lock: Lock): Lock

export function entriesWithoutHash(lock: Lock): { path: string; name: string; version: string }[]

export function addHashes(
  lock: Lock,
  findHash: (name: string, version: string) => Promise<string | null>,
): Promise<{ lock: Lock; missing: string[] }>
