type LockFile = {
  packages: Record<
    string,
    { version: string; integrity?: string; optional?: boolean; os?: string[]; cpu?: string[]; libc?: string[] }
  >
}

type Machine = { platform: string; arch: string; libc?: string }

export function satisfiesLock(installed: LockFile, lock: LockFile, machine: Machine): boolean
export function thisMachine(): Machine
