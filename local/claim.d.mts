export type Claim =
  | { held: true; release(): Promise<void> }
  | { held: false; holder: string | undefined; released: Promise<void> }

export function claim(name: string, describe?: () => string): Promise<Claim>
