import type { ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Kbd } from '#web/ui/kbd.tsx'
import { Tooltip } from '#web/ui/tooltip.tsx'

type NeighbourButtonProps = {
  label: string
  keyName: string
  icon: ReactNode
  /** Null at the end of the list. */
  onGo: (() => void) | null
}

export function NeighbourButton({ label, keyName, icon, onGo }: NeighbourButtonProps) {
  return (
    <Tooltip
      content={
        <>
          {label} <Kbd>{keyName}</Kbd>
        </>
      }
    >
      <Button
        variant="quiet"
        size="icon"
        aria-label={label}
        aria-keyshortcuts={keyName}
        aria-disabled={onGo === null}
        onClick={() => onGo?.()}
      >
        {icon}
      </Button>
    </Tooltip>
  )
}
