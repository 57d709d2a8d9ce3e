/* The coastlines under the map: GeoJSON whose rings run on across 180 degrees, drawn in three copies of the world. */
(function () {
  'use strict';
  if (window.SoundmarkBasemap) return;
  const DETAIL_ZOOM = 4;
  const pending = {};

  function getJson(url) {
    if (!pending[url]) {
      pending[url] = fetch(url).then((response) => {
        if (!response.ok) throw new Error(`HTTP ${response.status}`);
        return response.json();
      });
      pending[url].catch(() => { delete pending[url]; });
    }
    return pending[url];
  }

  /* urls: {coarse, fine}. box.dataset.ready becomes '1' when something is drawn, 'error' when nothing could be. */
  function attach(map, box, urls, onError) {
    map.createPane('base').style.zIndex = 150;
    const renderer = L.canvas({ pane: 'base', padding: 0.3 });
    const layers = {};
    let shown = null, wanted = null;

    const colour = (name) => getComputedStyle(box).getPropertyValue(name).trim();
    const style = () => ({ weight: 0.8, color: colour('--sm-coast'), fillColor: colour('--sm-land'), fillOpacity: 1 });
    const build = (geojson) => L.layerGroup([-360, 0, 360].map((shift) => L.geoJSON(geojson, {
      pane: 'base', renderer, interactive: false, style: style(), coordsToLatLng: (c) => L.latLng(c[1], c[0] + shift),
    })));

    function show(name) {
      wanted = name;
      if (shown === name) return;
      getJson(urls[name]).then((geojson) => {
        if (wanted !== name || shown === name) return;
        layers[name] = layers[name] || build(geojson);
        if (shown) map.removeLayer(layers[shown]);
        layers[name].addTo(map);
        shown = name;
        box.dataset.base = name;
        box.dataset.ready = '1';
      }, () => {
        if (wanted === name) wanted = shown;
        if (!shown) { box.dataset.ready = 'error'; onError(); }
      });
    }
    const pick = () => show(map.getZoom() >= DETAIL_ZOOM ? 'fine' : 'coarse');
    map.on('zoomend', pick);
    pick();

    function restyle() {
      Object.values(layers).forEach((group) => group.eachLayer((layer) => layer.setStyle(style())));
    }
    document.addEventListener('soundmark-theme', restyle);
    return { detach: () => document.removeEventListener('soundmark-theme', restyle) };
  }

  window.SoundmarkBasemap = { attach };
})();
