// What somebody who knows nothing of the page can do with it, and what is seen of it at rest.
window.user = (() => {
    const memories = [];
    const keep = made => {
        const { memory } = (made.instance ?? made).exports;
        if (memory) memories.push(memory);
        return made;
    };
    for (const name of ['instantiate', 'instantiateStreaming']) {
        const make = WebAssembly[name];
        WebAssembly[name] = (...given) => make(...given).then(keep);
    }
    // The address follows when nothing has moved for a while: a shorter one here.
    const { setTimeout: later } = window;
    window.setTimeout = (what, delay, ...rest) => later(what, delay === 400 ? 20 : delay, ...rest);

    // Files that are being opened, and what workers are reading: the page says nothing of either.
    let opening = 0;
    const { arrayBuffer } = Blob.prototype;
    Blob.prototype.arrayBuffer = function () {
        opening += 1;
        const buffer = arrayBuffer.call(this);
        const done = () => later(() => opening -= 1);
        buffer.then(done, done);
        return buffer;
    };
    const reading = new Map();
    const READ = ['Load', 'Generate', 'MakeWorkflow', 'MakeTasks'];
    window.Worker = class extends Worker {
        constructor(...given) {
            super(...given);
            reading.set(this, new Set());
            this.addEventListener('message', ({ data }) => {
                const read = data?.Loaded ?? data?.Unreadable;
                // The page hears of it after this.
                if (read) later(() => reading.get(this)?.delete(read.key));
            });
        }
        postMessage(message, ...rest) {
            const read = READ.find(it => message?.[it]);
            if (read) reading.get(this)?.add(message[read].key);
            return super.postMessage(message, ...rest);
        }
        terminate() {
            reading.delete(this);
            return super.terminate();
        }
    };

    const PRESSED = 'button, summary, [role=tab], [role=row][tabindex], tr[tabindex], a[href^="#"]';
    const SET = 'select, input:not([type=file]), textarea';
    const PICTURES = 'canvas, svg[role=img], .picture svg';
    const kinds = { press: PRESSED, set: SET, picture: PICTURES };

    const isReachable = it => !it.disabled && !it.closest('[inert], [hidden]')
        && it.getClientRects().length > 0
        && it.checkVisibility({ visibilityProperty: true, opacityProperty: false });
    // Parts of the page are chosen before what is in them: the panel would be most of it.
    const part = it => it.closest('dialog[open], .notice, aside, .main-bar, header, section.view, main')
        ?? document.body;
    const name = it => {
        const own = it.id && '#' + it.id;
        const text = (it.getAttribute('aria-label') ?? it.innerText ?? it.name ?? '').trim();
        return [it.tagName.toLowerCase(), own || '', JSON.stringify(text.slice(0, 40))].join(' ');
    };
    const one = (all, part) => all[Math.floor(part * all.length)];

    // Something of a kind that can be reached by a pointer, and where it is.
    const find = (kind, random) => {
        const dialog = document.querySelector('dialog[open]');
        const all = [...(dialog ?? document).querySelectorAll(kinds[kind])].filter(isReachable);
        if (!all.length) return null;
        const parts = [...new Set(all.map(part))];
        const chosen = one(parts, random[0]);
        const element = one(all.filter(it => part(it) === chosen), random[1]);
        element.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
        const seen = element.type === 'radio' || element.type === 'checkbox'
            ? element.labels?.[0] ?? element : element;
        const { left, top, width, height } = seen.getBoundingClientRect();
        const [x, y] = [left + width / 2, top + height / 2];
        const hit = document.elementFromPoint(x, y);
        const isHit = hit && (seen.contains(hit) || hit.contains(seen) && hit !== document.body);
        return { element, box: [left, top, width, height], at: isHit ? [x, y] : null };
    };

    const told = found => ({
        name: name(found.element), box: found.box, at: found.at,
        undoes: /^(undo|redo)/i.test((found.element.innerText || found.element.id).trim()),
    });

    // Gives a control a value as people do, or one that it does not take.
    const value = (element, random) => {
        if (element instanceof HTMLSelectElement) {
            return one([...element.options].filter(it => !it.disabled), random)?.value;
        }
        const { type, min, max } = element;
        if (type === 'checkbox') return !element.checked;
        if (type === 'radio') return true;
        const [least, most] = [min, max].map(it => it === '' ? null : Number(it));
        const between = least ?? 0;
        const small = Math.min(most ?? 100, between + 20);
        if (type === 'range' || type === 'number') {
            return String(one([least ?? 0, small, between + 1, between + 7, (between + small) / 2, 0,
                1, 60, -1, '', 3, 10, 25, 1e12], random));
        }
        return one(['', '0', '5', '1, 2', '0, 10, .., 40', 'EASY', '<b>x</b>', '1h', '-5', '1e99', 'ü',
            'x'.repeat(300), '12', '3-7', '0.5'], random);
    };
    const set = (random, with_) => {
        const found = find('set', random);
        if (!found) return null;
        const { element } = found;
        const chosen = value(element, with_);
        if (chosen === undefined) return null;
        const property = typeof chosen === 'boolean' ? 'checked' : 'value';
        element.focus();
        const owner = Object.getPrototypeOf(element);
        Object.getOwnPropertyDescriptor(owner, property).set.call(element, chosen);
        for (const type of ['input', 'change']) {
            element.dispatchEvent(new Event(type, { bubbles: true }));
        }
        return { ...told(found), value: chosen };
    };

    const frame = () => new Promise(done => requestAnimationFrame(() => later(done)));
    const figures = () => [...document.querySelectorAll('.figure dd[data-value]')].map(it => it.dataset.value);
    // What is seen once nothing moves any more, or after a while.
    const rest = async patience => {
        const since = performance.now();
        const { dataset } = document.body;
        const isReading = () => opening > 0 || [...reading.values()].some(it => it.size > 0);
        const isAtRest = () => dataset.state === 'idle' && dataset.kept === 'true' && !isReading();
        do {
            await frame();
            await frame();
        } while (!isAtRest() && performance.now() - since < patience);
        const has = css => document.querySelector(css) !== null;
        return {
            rests: isAtRest(),
            state: [dataset.state ?? null, dataset.kept ?? null],
            hash: location.hash.slice(1),
            figures: figures(),
            broke: document.querySelector('.broke, #cannot-start, #no-worker')?.innerText ?? null,
            // Where the address does not tell what is shown.
            untold: has('#awaited') || has('#refused') || !has('#session')
                || /^Forgotten/.test(document.querySelector('#session').innerText),
            refused: has('#refused'),
        };
    };

    // A step through the browser's history, as far as it stays on this page.
    const step = async by => {
        const entry = navigation.entries()[navigation.currentEntry.index + by];
        if (!entry?.sameDocument) return false;
        await navigation.traverseTo(entry.key).finished;
        return true;
    };

    return {
        find: (kind, random) => { const found = find(kind, random); return found && told(found); },
        set, rest, step,
        bytes: () => memories.reduce((sum, it) => sum + it.buffer.byteLength, 0),
    };
})();
