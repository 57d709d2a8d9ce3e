/* A world map to drop one pin on, and to see the truth on: SoundmarkMap.mount(element, props, trigger, watch, options).
 *
 * props.value {round, phase: 'guess' | 'result' | 'summary' | 'pins' | 'none',
 *   guess: {lat, lon, how} | null          the pin; `how` is map, keyboard or typed
 *   keeps_draft: bool                       'draft' is to be triggered too
 *   circle: {lat, lon, radius_km} | null   the truth is inside
 *   truth: {lat, lon, label}, km, others: [{kind, label, lat, lon, km}]            in 'result'
 *   trips: [{number, truth: {lat, lon, label}, guess: {lat, lon} | null, km}]       in 'summary',
 *   pins: [{sign, lat, lon, kind?, name?, km?}], truth: {lat, lon, label} | null     in 'pins': places of answers, to look at; 'none' is not seen}
 * options.basemap {coarse, fine}           addresses of the coastlines
 * Triggers 'guess' when a pin was dropped or moved.
 */
(function () {
  'use strict';
  if (window.SoundmarkMap) return;
  const { isObject } = window.SoundmarkDom, { say } = window.SoundmarkText;
  const { wrapLon, clampLat, near, label } = window.SoundmarkGlobe;
  const { pin, trip, makeWay, others, answers, pinName, circle, legend } = window.SoundmarkMapMarks;
  const round5 = (x) => Math.round(x * 1e5) / 1e5;

  function createMap(box) {
    const map = L.map(box, {
      worldCopyJump: false, minZoom: 0, maxZoom: 10, zoomSnap: 0, wheelPxPerZoomLevel: 100, zoomControl: false,
      maxBounds: [[-89.9, -540], [89.9, 540]], maxBoundsViscosity: 0.8,
    });
    /* Leaflet comes back inside its bounds by an animation. One that began while the map is placed anew would outlive that and move the
     * map under the finger that points at it. */
    map.panInsideBounds = (bounds) => L.Map.prototype.panInsideBounds.call(map, bounds, { animate: false });
    L.control.zoom({ position: 'bottomleft', zoomInTitle: say('map_zoom_in'), zoomOutTitle: say('map_zoom_out') }).addTo(map);
    map.attributionControl.setPrefix(false).addAttribution('Leaflet \u00b7 Natural Earth');
    return map;
  }
  /* The inhabited world, from 78 N to 56 S: 0.55 of the height of the Mercator square. */
  function fitWorld(map) {
    const { x, y } = map.getSize(), zoom = Math.max(0, Math.log2(Math.max(256, Math.min(x, y / 0.55)) / 256));
    map.setMinZoom(0); // a limit above the present zoom would start an animation that moves the map afterwards
    map.setView([29, 10], zoom, { animate: false });
    map.setMinZoom(zoom); // the wheel stops at the whole world, and then scrolls the page
  }
  /* Room for the labels above the pins, and for the zoom buttons. */
  function fitTrip(map, bounds, maxZoom) {
    map.setMinZoom(0);
    map.fitBounds(bounds, { paddingTopLeft: [84, 84], paddingBottomRight: [84, 34], maxZoom, animate: false });
  }

  class WorldMap {
    constructor(element, props, trigger, options) {
      this.box = element.querySelector('.sm-map');
      this.live = element.querySelector('.sm-map-live');
      this.legendBox = element.querySelector('.sm-map-legend');
      this.props = props;
      this.trigger = trigger;
      this.pin = null;
      this.box.replaceChildren();
      this.map = createMap(this.box);
      fitWorld(this.map);
      this.base = window.SoundmarkBasemap.attach(this.map, this.box, options.basemap,
        () => this.say(say('map_no_coast')));
      this.drawn = L.layerGroup().addTo(this.map);
      this.map.on('click', (event) => this.setGuess(event.latlng, 'map'));
      this.box.addEventListener('keydown', (event) => this.onKey(event));
      this.followSize();
    }

    get value() { return isObject(this.props.value) ? this.props.value : {}; }

    say(text) { this.live.textContent = text; }

    /* A hidden tab has no size: then the map stays as it is, and is measured again when it is seen. */
    followSize() {
      let lastWidth = this.box.clientWidth;
      this.observer = new ResizeObserver(() => {
        const width = this.box.clientWidth;
        if (!width || !this.box.clientHeight) return;
        this.map.invalidateSize({ animate: false, pan: true });
        if (lastWidth < 50) { fitWorld(this.map); this.draw(); }
        lastWidth = width;
      });
      this.observer.observe(this.box);
    }

    onKey(event) {
      if (event.target !== this.box || (event.key !== 'Enter' && event.key !== ' ')) return;
      event.preventDefault();
      event.stopPropagation();
      this.setGuess(this.map.getCenter(), 'keyboard');
    }

    setGuess(latlng, how) {
      if (this.value.phase !== 'guess') return;
      const guess = { lat: round5(clampLat(latlng.lat)), lon: round5(wrapLon(latlng.lng)), how };
      this.putPin([guess.lat, near(guess.lon, latlng.lng)], true);
      this.props.value = Object.assign({}, this.value, { guess }); // a new object: changes inside one are not sent
      this.say(say('map_pin_at', { place: label(guess) }));
      this.trigger('guess', {});
      if (this.value.keeps_draft) this.trigger('draft', {});
    }

    putPin(latlng, canMove) {
      if (!this.pin) {
        this.pin = pin(latlng, 'you', '?', { draggable: true, autoPan: true, zIndexOffset: 1000 }).addTo(this.map);
        this.pin.on('dragend', () => this.setGuess(this.pin.getLatLng(), 'map'));
      } else {
        this.pin.setLatLng(latlng);
      }
      this.pin.dragging[canMove ? 'enable' : 'disable']();
    }

    removePin() {
      if (this.pin) this.pin.remove();
      this.pin = null;
    }

    /* Draws everything from the value, so it may run at any time. */
    draw() {
      const value = this.value, phase = value.phase || 'guess';
      /* A pin that was typed just before Submit may come back after the answer: the answer stays. */
      if (phase === 'guess' && this.settled && this.settled.round === value.round) {
        this.props.value = this.settled;
        return;
      }
      if (phase === 'result') this.settled = value;
      this.drawn.clearLayers();
      this.box.dataset.phase = phase;
      if (phase === 'summary') this.drawSummary(value);
      else if (phase === 'result') this.drawResult(value);
      else if (phase === 'pins' || phase === 'none') this.drawPins(value);
      else this.drawGuess(value);
      this.round = value.round;
    }

    drawGuess(value) {
      legend(this.legendBox, []);
      const isNew = value.round !== this.round;
      if (!value.guess) this.removePin();
      else this.putPin([value.guess.lat, this.pin ? near(value.guess.lon, this.pin.getLatLng().lng) : value.guess.lon], true);
      if (isNew) {
        this.map.invalidateSize({ animate: false, pan: false });
        fitWorld(this.map);
      }
      const circleKey = value.circle ? JSON.stringify(value.circle) : '', isNewCircle = circleKey && circleKey !== this.circleKey;
      this.circleKey = circleKey;
      if (value.circle) {
        const bounds = circle(this.drawn, value.circle);
        if (isNewCircle) this.map.fitBounds(bounds.pad(0.15), { animate: false });
      }
      if (this.pin && !isNewCircle && !this.map.getBounds().contains(this.pin.getLatLng())) this.map.panTo(this.pin.getLatLng(), { animate: false });
      this.say(value.guess ? say('map_pin_at', { place: label(value.guess) }) : say('map_click'));
    }

    drawResult(value) {
      this.map.invalidateSize({ animate: false, pan: false, debounceMoveend: true }); // its height may follow its phase; drawn once, below
      const guess = value.guess && { lat: value.guess.lat, lon: this.pin ? this.pin.getLatLng().lng : value.guess.lon };
      const { bounds, guessLon, measured } = trip(this.drawn, value.truth, guess, value.km, { sign: '\u2713', named: true, measured: true });
      if (guess) this.putPin([guess.lat, guessLon], false); else this.removePin();
      const list = value.others || [];
      others(this.drawn, list, bounds.getCenter().lng);
      legend(this.legendBox, ['you', 'truth', 'human', 'model', 'baseline'].filter((kind) =>
        kind === 'truth' || (kind === 'you' ? guess : list.some((other) => other.kind === kind))));
      fitTrip(this.map, bounds, guess ? 5 : 2.5);
      if (measured) makeWay(measured, this.pin);
      this.say(say('map_truth_at', { place: label(value.truth) }));
    }

    drawSummary(value) {
      this.removePin();
      const whole = L.latLngBounds([]);
      (value.trips || []).forEach((one) => {
        const { bounds, guessLon } = trip(this.drawn, one.truth, one.guess, one.km, { sign: `\u2713${one.number}`, named: false, measured: false });
        if (one.guess) pin([one.guess.lat, guessLon], 'you', String(one.number)).addTo(this.drawn);
        whole.extend(bounds);
      });
      legend(this.legendBox, ['you', 'truth']);
      this.say(say('map_all_rounds'));
      if (whole.isValid()) fitTrip(this.map, whole, 5);
    }

    drawPins(value) {
      this.removePin();
      this.map.invalidateSize({ animate: false, pan: false, debounceMoveend: true });
      const list = value.pins || [], first = value.truth || list[0];
      if (!first) { fitWorld(this.map); return; }
      const whole = answers(this.drawn, list, value.truth, first.lon);
      legend(this.legendBox, [...(value.truth ? ['truth'] : []), ...['model', 'baseline'].filter((kind) => list.some((one) => (one.kind || 'model') === kind))]);
      fitTrip(this.map, whole, list.length + (value.truth ? 1 : 0) > 1 ? 5 : 2.5);
      this.say(list.map((one) => `${pinName(one)}: ${label(one)}`).join('. '));
    }

    destroy() {
      this.observer.disconnect();
      this.base.detach();
      this.map.remove();
    }
  }

  function mount(element, props, trigger, watch, options) {
    const box = element.querySelector('.sm-map');
    if (!box || box.soundmarkMap) return; // js_on_load can run again
    box.soundmarkMap = true;
    window.SoundmarkText.whenReady(() => {
      box.querySelector('.sm-map-note').textContent = say('map_loading'); // stays where Leaflet could not be loaded
      const world = box.soundmarkMap = new WorldMap(element, props, trigger, options);
      box.setAttribute('aria-label', say('map_how'));
      watch('value', () => world.draw());
      world.draw();
      const gone = new MutationObserver(() => {
        if (!document.contains(box)) { gone.disconnect(); world.destroy(); }
      });
      gone.observe(document.body, { childList: true, subtree: true });
    });
  }
  window.SoundmarkMap = { mount };
})();
