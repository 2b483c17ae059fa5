import Ellipsis from 'lucide-react/icons/ellipsis'
import LogIn from 'lucide-react/icons/log-in'
import { useState } from 'react'
import { useLocation } from 'wouter'
import type { CompanyRow } from '#contract/admin.ts'
import { useCurrentUser } from '#web/lib/session.tsx'
import { useSwitchCompany } from '#web/shared/use-switch-company.ts'
import { Button } from '#web/ui/button.tsx'
import { DropdownMenu, DropdownMenuItem } from '#web/ui/dropdown-menu.tsx'
import { useUpdateCompany } from './api.ts'
import { DeactivateCompanyDialog } from './deactivate-company.tsx'

export function CompanyActions({ company }: { company: CompanyRow }) {
  const [isAsking, setIsAsking] = useState(false)
  const updateCompany = useUpdateCompany()

  return (
    <div className="flex items-center justify-end gap-1">
      {company.isActive ? (
        <Button size="small" aria-label={`Deactivate ${company.name}`} onClick={() => setIsAsking(true)}>
          Deactivate
        </Button>
      ) : (
        <Button
          size="small"
          aria-label={`Activate ${company.name}`}
          isPending={updateCompany.isPending}
          onClick={() => updateCompany.mutate({ companyId: company.id, isActive: true })}
        >
          Activate
        </Button>
      )}
      <CompanyMenu company={company} />
      <DeactivateCompanyDialog company={company} open={isAsking} onOpenChange={setIsAsking} />
    </div>
  )
}

function CompanyMenu({ company }: { company: CompanyRow }) {
  const { companyId } = useCurrentUser()
  const [, navigate] = useLocation()
  const switchCompany = useSwitchCompany()
  const isHere = company.id === companyId

  return (
    <DropdownMenu
      align="end"
      trigger={
        <Button variant="quiet" size="icon" aria-label={`More actions for ${company.name}`}>
          <Ellipsis aria-hidden />
        </Button>
      }
    >
      <DropdownMenuItem
        disabled={isHere}
        onSelect={() => switchCompany.mutate(company.id, { onSuccess: () => navigate('/dashboard') })}
      >
        <LogIn aria-hidden />
        {isHere ? 'You work in this company' : 'Work in this company'}
      </DropdownMenuItem>
    </DropdownMenu>
  )
}
