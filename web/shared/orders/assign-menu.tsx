import ChevronDown from 'lucide-react/icons/chevron-down'
import UserRound from 'lucide-react/icons/user-round'
import { t } from '#contract/i18n.ts'
import { assigneeAccess } from '#contract/order-assignments.ts'
import type { OrderRow } from '#contract/orders.ts'
import { allows } from '#contract/roles.ts'
import { errorMessage } from '#web/lib/api-error.ts'
import { useCurrentUser } from '#web/lib/session.tsx'
import { Button } from '#web/ui/button.tsx'
import {
  DropdownMenu,
  DropdownMenuChoice,
  DropdownMenuChoices,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuSeparator,
} from '#web/ui/dropdown-menu.tsx'
import { PermittedButton } from '../permitted-button.tsx'
import { useAssign, useOrderPeople } from './teamwork-api.ts'

type AssignMenuProps = {
  orders: readonly Pick<OrderRow, 'id' | 'assignee'>[]
  size?: 'small'
  /** For orders of which only the server knows who they are, such as all that match a filter; `orders` is empty then. */
  onAssign?: (userId: string | null) => void
}

const nobody = 'nobody'

/** Whom one or several orders are assigned to, with a menu that changes it. Shown blocked to the role Read Only. */
export function AssignMenu({ orders, size, onAssign }: AssignMenuProps) {
  const { role } = useCurrentUser()
  const assign = useAssign()
  const [only] = orders
  const name = orders.length === 1 ? only?.assignee?.name : undefined
  const content = (
    <>
      <UserRound aria-hidden />
      <span className="truncate">{name ?? t('Assign')}</span>
    </>
  )
  const button = { ...(size && { size }), className: 'max-w-full min-w-0' }
  if (!allows(assigneeAccess, role)) {
    return (
      <PermittedButton {...button} access={assigneeAccess} task={t('assign orders')}>
        {content}
      </PermittedButton>
    )
  }
  return (
    <DropdownMenu
      trigger={
        <Button
          {...button}
          isPending={assign.isPending}
          aria-label={name === undefined ? t('Assign') : t('Assigned to {name}', { name })}
        >
          {content}
          <ChevronDown aria-hidden />
        </Button>
      }
    >
      <AssigneeChoices
        orders={orders}
        onChoose={onAssign ?? ((userId) => assign.mutate({ orderIds: orders.map(({ id }) => id), userId }))}
      />
    </DropdownMenu>
  )
}

type AssigneeChoicesProps = Pick<AssignMenuProps, 'orders'> & { onChoose: (userId: string | null) => void }

function AssigneeChoices({ orders, onChoose }: AssigneeChoicesProps) {
  const { id: ownId } = useCurrentUser()
  const { data: people, error } = useOrderPeople()
  if (error)
    return <DropdownMenuLabel>{t('Failed to load people. {error}', { error: errorMessage(error) })}</DropdownMenuLabel>
  if (!people) return <DropdownMenuLabel>{t('Loading...')}</DropdownMenuLabel>
  const assignable = people.filter((person) => allows(assigneeAccess, person.role))
  const [first] = orders
  const present = first?.assignee?.id ?? nobody
  const isSame = orders.length > 0 && orders.every(({ assignee }) => (assignee?.id ?? nobody) === present)
  const isOffered = assignable.some(({ id }) => id === ownId) && !(isSame && present === ownId)
  return (
    <>
      {isOffered && (
        <>
          <DropdownMenuItem onSelect={() => onChoose(ownId)}>
            <UserRound aria-hidden />
            {t('Assign to me')}
          </DropdownMenuItem>
          <DropdownMenuSeparator />
        </>
      )}
      <DropdownMenuChoices
        value={isSame ? present : ''}
        onValueChange={(chosen) => onChoose(chosen === nobody ? null : chosen)}
      >
        <DropdownMenuChoice value={nobody}>{t('No one')}</DropdownMenuChoice>
        {assignable.map(({ id, name }) => (
          <DropdownMenuChoice key={id} value={id}>
            {name}
          </DropdownMenuChoice>
        ))}
      </DropdownMenuChoices>
    </>
  )
}
