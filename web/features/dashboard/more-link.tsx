import type { ReactNode } from 'react'
import { Link } from 'wouter'

/** The line under a card's list that leads to the rest. */
export function MoreLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link
      href={href}
      className="flex min-h-10 items-center border-t px-4 text-sm font-medium text-accent underline-offset-2 hover:underline md:px-5"
    >
      {children}
    </Link>
  )
}
