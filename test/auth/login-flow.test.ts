import { generateSync } from 'otplib';
import { describe, expect, it } from 'vitest';
import { CHALLENGE, CLIENT, field, makeLogin, PASSWORD, PEER } from '../support/login.ts';
import { testData } from '../support/test-data.ts';

const cases = testData(import.meta.filename);

describe('a login flow', () => {
  it('requests name and password, and ends with a code', async () => {
    const { begin, submit } = await makeLogin();
    const first = begin();
    const flowId = field(first, 'flow_id');
    expect(first).toEqual({
      status: 200,
      body: {
        type: 'form',
        flow_id: expect.stringMatching(/^[0-9a-f]{32}$/),
        handler: ['homeassistant', null],
        step_id: 'init',
        data_schema: [
          { type: 'string', name: 'username', required: true },
          { type: 'string', name: 'password', required: true },
        ],
        errors: {},
        description_placeholders: null,
        last_step: null,
        preview: null,
      },
    });
    expect(await submit(flowId)).toEqual({
      status: 200,
      body: {
        type: 'create_entry',
        flow_id: flowId,
        handler: ['homeassistant', null],
        description: null,
        description_placeholders: null,
        result: expect.stringMatching(/^hearth_/),
      },
    });
  });

  it('continues after a wrong password, with the same response for known and unknown users', async () => {
    const { begin, submit, lines } = await makeLogin();
    const flowId = field(begin(), 'flow_id');
    const wrong = await submit(flowId, { password: 'wrong horse' });
    expect(wrong).toMatchObject({
      status: 200,
      body: { type: 'form', step_id: 'init', errors: { base: 'invalid_auth' } },
    });
    expect(await submit(flowId, { username: 'nobody' })).toEqual(wrong);
    expect(await submit(flowId, { username: '__proto__', password: '' })).toEqual(wrong);
    expect(await submit(flowId)).toMatchObject({ status: 200, body: { type: 'create_entry' } });
    expect(lines.map(({ action, peer }) => [action, peer])).toEqual(Array(3).fill(['login_failed', PEER]));
  });

  it.each([
    [{ client_id: 'javascript:alert(1)' }, 400, 'Invalid client id'],
    [{ handler: ['nothing', null] }, 404, 'Invalid handler specified'],
    [{ response_type: 'token' }, 400, 'Response type not supported'],
    [{ code_challenge: CHALLENGE, code_challenge_method: 'plain' }, 400, 'Transform algorithm not supported'],
    [{ code_challenge: 'short', code_challenge_method: 'S256' }, 400, 'Message format incorrect'],
    [{ code_challenge_method: 'S256' }, 400, 'Message format incorrect'],
    [{ client_id: 7 }, 400, 'Message format incorrect'],
    [{ redirect_uri: undefined }, 400, 'Message format incorrect'],
    [{ surprise: 1 }, 400, 'Message format incorrect'],
    [{ type: 'link_user' }, 400, 'Message format incorrect'],
  ])('does not begin with %j', async (changes, status, message) => {
    const { begin } = await makeLogin();
    const answer = begin(changes);
    expect(answer.status).toBe(status);
    expect(field(answer, 'message')).toContain(message);
  });

  it.each([[null], [[]], ['x'], [undefined], [7]])('does not begin with the body %j', async (body) => {
    const { auth } = await makeLogin();
    expect(auth.flows.begin(body, PEER).status).toBe(400);
    expect((await auth.flows.submit('x', body, PEER)).status).toBe(400);
  });

  it('belongs to the client and the address that began it', async () => {
    const { begin, submit } = await makeLogin();
    const flowId = field(begin(), 'flow_id');
    expect(await submit(flowId, {}, '10.0.0.9')).toMatchObject({
      status: 400,
      body: { message: 'IP address changed' },
    });
    expect(await submit(flowId, { client_id: 'http://other/' })).toMatchObject({
      status: 400,
      body: { message: 'Invalid client id' },
    });
    expect(await submit(flowId)).toMatchObject({ body: { type: 'create_entry' } });
  });

  it('is over when it has ended, was aborted, is unknown or ten minutes old', async () => {
    const { auth, begin, submit, clock } = await makeLogin();
    const reason = { key: 'invalid_login_flow', parameters: {} };
    const over = { status: 404, body: { message: 'Invalid flow specified' }, reason };
    const done = field(begin(), 'flow_id');
    await submit(done);
    expect(await submit(done)).toEqual(over);
    const aborted = String(field(begin(), 'flow_id'));
    expect(auth.flows.abort(aborted)).toEqual({ status: 200, body: { message: 'Flow aborted' } });
    expect(auth.flows.abort(aborted)).toEqual(over);
    expect(await submit('constructor')).toEqual(over);
    const late = field(begin(), 'flow_id');
    clock.advance(600_001);
    expect(await submit(late)).toEqual(over);
  });

  it('takes one answer at a time', async () => {
    const { begin, submit } = await makeLogin();
    const flowId = field(begin(), 'flow_id');
    const [first, second] = await Promise.all([submit(flowId), submit(flowId)]);
    expect(first).toMatchObject({ status: 200 });
    expect(second).toMatchObject({ status: 409, body: { message: 'Flow request already in progress' } });
  });

  it.each([{ username: 7 }, { password: null }, { code: '1' }, { username: 'x'.repeat(2000) }])(
    'refuses the input %j',
    async (changes) => {
      const { begin, submit } = await makeLogin();
      expect(await submit(field(begin(), 'flow_id'), changes)).toMatchObject({
        status: 400,
        body: { message: 'User input malformed' },
      });
    },
  );

  it.each(cases<string[]>('invalid addresses'))('gives no code for the address %s', async (redirect_uri) => {
    const { begin, submit } = await makeLogin();
    const answer = await submit(field(begin({ redirect_uri }), 'flow_id'));
    const reason = { key: 'invalid_redirect_uri', parameters: {} };
    expect(answer).toEqual({ status: 403, body: { message: 'Invalid redirect URI' }, reason });
  });

  it('rejects disabled users, and local-only users from outside', async () => {
    const { auth, begin, submit, userId } = await makeLogin();
    await auth.users.update(userId, { local_only: true });
    const far = '203.0.113.7';
    expect(await submit(field(begin({}, far), 'flow_id'), {}, far)).toMatchObject({ status: 403 });
    expect(await submit(field(begin(), 'flow_id'))).toMatchObject({ status: 200 });
    await auth.users.update(userId, { is_active: false });
    expect(await submit(field(begin(), 'flow_id'))).toMatchObject({
      status: 403,
      body: { message: 'Login blocked: User is not active' },
    });
  });

  it('is one of at most twenty of an address: the oldest is dropped', async () => {
    const { begin, submit } = await makeLogin();
    const other = field(begin({}, '10.0.0.9'), 'flow_id');
    const ids = Array.from({ length: 21 }, () => field(begin(), 'flow_id'));
    expect(await submit(ids[0])).toMatchObject({ status: 404 });
    expect(await submit(ids[1])).toMatchObject({ status: 200 });
    expect(await submit(other, {}, '10.0.0.9')).toMatchObject({ status: 200 });
  });

  it('is slowed after five wrong passwords, also when they come at once', async () => {
    const { begin, submit } = await makeLogin();
    const ids = Array.from({ length: 8 }, () => field(begin(), 'flow_id'));
    const results = await Promise.allSettled(ids.map((id) => submit(id, { password: 'wrong horse' })));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
    expect(results.at(-1)).toMatchObject({ reason: { code: 'too_many_requests' } });
    await expect(submit(ids[0])).rejects.toMatchObject({ code: 'too_many_requests' });
  });
});

describe('with a second factor a login flow', () => {
  const withFactor = async () => {
    const home = await makeLogin();
    const { factors } = home.auth;
    const setup = factors.begin(home.auth.users.need(home.userId));
    const code = (): string =>
      generateSync({ secret: setup.secret, epoch: Math.floor(home.clock.now() / 1000) });
    const recovery = (await factors.confirm(home.userId, setup.flowId, code())) ?? [];
    home.clock.advance(60_000);
    const flowId = field(home.begin(), 'flow_id');
    const enter = (text: string) =>
      home.auth.flows.submit(String(flowId), { client_id: CLIENT, code: text }, PEER);
    return { ...home, flowId, code, recovery, enter };
  };

  it('requests a code after the correct password, and never ends without one', async () => {
    const { submit, flowId, enter, code } = await withFactor();
    expect(await submit(flowId)).toMatchObject({
      status: 200,
      body: {
        type: 'form',
        step_id: 'mfa',
        errors: {},
        data_schema: [{ type: 'string', name: 'code', required: true }],
      },
    });
    expect(await submit(flowId)).toMatchObject({ status: 400, body: { message: 'User input malformed' } });
    expect(await enter(code())).toMatchObject({ status: 200, body: { type: 'create_entry' } });
  });

  it('takes no code before the password', async () => {
    const { enter, code } = await withFactor();
    expect(await enter(code())).toMatchObject({ status: 400, body: { message: 'User input malformed' } });
  });

  it('takes a recovery code', async () => {
    const { submit, flowId, enter, recovery } = await withFactor();
    await submit(flowId);
    expect(await enter(recovery[3] ?? '')).toMatchObject({ body: { type: 'create_entry' } });
  });

  it('ends after three wrong codes', async () => {
    const { submit, flowId, enter, code } = await withFactor();
    await submit(flowId);
    expect(await enter('000000')).toMatchObject({
      body: { step_id: 'mfa', errors: { base: 'invalid_code' } },
    });
    await enter('000001');
    expect(await enter('000002')).toMatchObject({ body: { type: 'abort', reason: 'too_many_retry' } });
    expect(await enter(code())).toMatchObject({ status: 404 });
  });
});

describe('a password', () => {
  it.each(['', 'seven77', 'x'.repeat(513)])('is not %j', async (password) => {
    const { auth } = await makeLogin();
    const user = await auth.users.create({ name: 'B' });
    await expect(auth.credentials.create(user.id, 'b', password)).rejects.toMatchObject({
      code: 'invalid_info',
    });
    expect(auth.users.byUsername('b')).toBeUndefined();
  });

  it('is changed by its user with the current one', async () => {
    const { auth, userId } = await makeLogin();
    await expect(auth.credentials.change(userId, 'wrong horse', 'battery staple')).rejects.toMatchObject({
      code: 'invalid_current_password',
    });
    await auth.credentials.change(userId, PASSWORD, 'battery staple');
    expect(await auth.credentials.check('anna', PASSWORD)).toBeNull();
    expect((await auth.credentials.check('anna', 'battery staple'))?.id).toBe(userId);
  });

  it('is the same from a keyboard that composes its letters', async () => {
    const { auth } = await makeLogin();
    const user = await auth.users.create({ name: 'B' });
    await auth.credentials.create(user.id, 'b', 'Zoë Zoë Zoë');
    expect((await auth.credentials.check('b', 'Zoe\u0308 Zoe\u0308 Zoe\u0308'))?.id).toBe(user.id);
  });

  it('is deleted with its user, and the name is free again', async () => {
    const { auth, userId } = await makeLogin();
    await auth.users.delete(userId);
    expect(auth.credentials.has(userId)).toBe(false);
    const again = await auth.users.create({ name: 'Anna' });
    await auth.credentials.create(again.id, 'anna', 'battery staple');
    expect(await auth.credentials.check('anna', PASSWORD)).toBeNull();
  });

  it('check answers a hundred at once; callers queued behind twice as many are rejected', async () => {
    const { auth } = await makeLogin();
    const results = await Promise.allSettled(
      Array.from({ length: 210 }, () => auth.credentials.check('anna', PASSWORD)),
    );
    const good = results.filter(({ status }) => status === 'fulfilled').length;
    expect(good).toBe(201);
    expect(results.at(-1)).toMatchObject({ reason: { code: 'too_many_requests' } });
    expect(await auth.credentials.check('anna', PASSWORD)).not.toBeNull();
  }, 60_000);
});
