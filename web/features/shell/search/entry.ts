import type { LucideIcon } from 'lucide-react'
import type { RecentPlace } from './recent-places.ts'

/** Something to choose: it leads somewhere, or does something. */
export type SearchEntry = {
  id: string
  label: string
  detail?: string | undefined
  icon: LucideIcon
  /** To be kept among the recent places when it is chosen. */
  place?: RecentPlace
} & ({ href: string; isOutside?: boolean; isDetail?: boolean } | { run: () => void })

export type SearchEntryGroup = { title: string; entries: readonly SearchEntry[] }
