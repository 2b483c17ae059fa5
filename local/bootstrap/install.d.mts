export function isInstalled(root: string): boolean

export function installCommand(userAgent: string | undefined): string[]

export function npmCommand(args: string[]): [string, ...string[]]
