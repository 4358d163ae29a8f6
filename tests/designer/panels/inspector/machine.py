"""A machine that uses every key of the language, a key a line, so that a diff shows what an edit wrote."""

EVERYTHING = """\
fsm:
  name: everything
  version: 2
  description: All keys at once.
  initialState: ask
  context:
    text:
      type: string
      maxLength: 200
      pattern: "[a-z ]+"
      description: What is written.
      default: nothing
      input: true
      sensitive: true
    choice:
      type: enum
      values: [yea, nay]
    number:
      type: int
      min: 0
      max: 9
    ratio:
      type: number
    flags:
      type: list
      maxItems: 3
      items:
        type: string
    address:
      type: map
      fields:
        street:
          type: string
    content:
      type: blob
      ttl: P1D
      mediaType: text/plain
    ok:
      type: bool
  agents:
    writer:
      canTransition: [ask]
      guidance: objective
      description: Writes.
  users:
    ana:
      roles: [chief]
      description: Decides.
  commands:
    Pay:
      maxAttempts: 3
      backoff:
        initial: PT10S
        factor: 2
        max: PT5M
      deadline: PT1H
      retryable: [timeout]
      onFailure:
        choice: nay
  policy:
    maxExchangesPerStage: 5
    maxExchangesPerAgentPerStage: 4
    onExhausted:
      choice: nay
    checkpointEvery: 10
    onTerminal: purge
  migrations:
    - from: 1
      states:
        old: ask
      fields:
        was: text
      actions:
        - assign:
            number: 1
  states:
    ask:
      description: Ask for everything.
      requires:
        - name: number
          from: agent
          required: false
          validate:
            - value > 0
          prompt: How many?
          description: Counted.
        - name: ok
          from:
            role: chief
          approves: [number]
          approvedWhen: [true]
          separateFrom: [number]
          expiresAfter: PT2H
      invariants:
        - "!has(context.number) || context.number < 10"
      entry:
        - compute:
            ratio: "1.5"
        - emit:
            event: asked
            data: { n: 1 }
        - inject:
            message: Be kind.
            role: user
        - restrict:
            allow: [search]
            deny: [mail]
      exit:
        - spawn:
            fsm: child
            as: kid
            with:
              q: 1
            into: text
            outputs:
              text: answer
      timers:
        - name: remind
          after: PT1H
          assign:
            choice: nay
          toState: done
          onTransition:
            - emit: late
      transitions:
        - toState: done
          guards:
            - backend: cel
              expression: context.ok
          onTransition:
            - send:
                command: Pay
                to: { tool: bank }
                with:
                  amount: "{{ context.number }}"
                idempotencyKey: key
                approvedBy: ok
          description: All is well.
        - toState: done
    done:
      terminal: true
"""
