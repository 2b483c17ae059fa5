import type { ReactNode } from 'react'
import { Link } from 'wouter'

type StatusLineProps = { icon: ReactNode; name: string; href: string; badge: ReactNode; children: ReactNode }

export function StatusLine({ icon, name, href, badge, children }: StatusLineProps) {
  return (
    <li className="flex items-start gap-3 px-4 py-1.5 md:px-5 md:py-2.5">
      <span aria-hidden className="mt-3 text-muted md:mt-1 [&_svg]:size-4">
        {icon}
      </span>
      <div className="min-w-0 flex-1">
        <p className="flex items-center justify-between gap-2">
          <Link
            href={href}
            className="inline-flex min-h-10 min-w-0 items-center font-medium wrap-anywhere underline-offset-2 hover:underline md:min-h-6"
          >
            {name}
          </Link>
          {badge}
        </p>
        <p className="text-sm wrap-anywhere text-muted">{children}</p>
      </div>
    </li>
  )
}
