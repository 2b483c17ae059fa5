import { roleLabels } from '#contract/roles.ts'
import { useCurrentUser } from '#web/lib/session.tsx'
import { personName } from '#web/shared/person-name.ts'
import { Avatar } from '#web/ui/avatar.tsx'

export function Person({ isFolded }: { isFolded: boolean }) {
  const user = useCurrentUser()
  const name = personName(user)
  return (
    <div className="flex items-center gap-3 border-t px-1.5 pt-3" title={isFolded ? name : undefined}>
      <Avatar name={name} imageUrl={user.profileImageUrl} />
      <div className={isFolded ? 'sr-only' : 'min-w-0'}>
        <p className="truncate font-medium">{name}</p>
        <p className="truncate text-sm text-muted">{roleLabels[user.role]}</p>
      </div>
    </div>
  )
}
