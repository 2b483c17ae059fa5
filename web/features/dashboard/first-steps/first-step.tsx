import CircleCheck from 'lucide-react/icons/circle-check'
import CircleDashed from 'lucide-react/icons/circle-dashed'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { allows } from '#contract/roles.ts'
import { useCurrentUser } from '#web/lib/session.tsx'
import { buttonVariants } from '#web/ui/button-variants.ts'

type FirstStepProps = { title: string; isDone: boolean; children: ReactNode } & (
  | { href: string; action: string }
  | { href?: never; action?: never }
)

export function FirstStep({ title, isDone, href, action, children }: FirstStepProps) {
  const { role } = useCurrentUser()
  const Icon = isDone ? CircleCheck : CircleDashed
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3 md:px-5">
      <Icon aria-hidden className={isDone ? 'size-5 shrink-0 text-success' : 'size-5 shrink-0 text-muted'} />
      <div className="min-w-48 flex-1">
        <p className="font-medium">
          {title}
          <span className="sr-only">{isDone ? ', done' : ', to do'}</span>
        </p>
        <p className="text-sm text-muted">{children}</p>
      </div>
      {href && !isDone && allows('ops', role) && (
        <Link href={href} aria-label={title} className={buttonVariants({ size: 'small' })}>
          {action}
        </Link>
      )}
    </li>
  )
}
