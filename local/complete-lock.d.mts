type Entry = { version?: string; optionalDependencies?: Record<string, string>; [field: string]: unknown }

export function completeLock(lock: { packages: Record<string, Entry> }): { packages: Record<string, Entry> }
