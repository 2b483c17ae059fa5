type LockFile = {
  packages: Record<string, { version: string; integrity?: string; optional?: boolean; os?: string[]; cpu?: string[] }>
}

export function satisfiesLock(
  installed: LockFile,
  lock: LockFile,
  platform: { platform: string; arch: string },
): boolean
